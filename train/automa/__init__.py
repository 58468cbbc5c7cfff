"""How the model of the Automa learns: self-play and regression, in C."""
