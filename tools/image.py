"""Building the image without a Docker daemon, and running programs in it as Docker would: by buildah, as root."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parents[1]
IMAGE, OWN_BASE = "localhost/thimble", "localhost/thimble-base"
BASE = os.environ.get("BASE", "debian")
"""The image below: `debian`, which debootstrap makes; `published`, that of the Dockerfile; or a name in a registry."""

ARGUMENTS = [f"--build-arg={name}={os.environ[name]}" for name in ("VERSION", "SOURCE") if name in os.environ]
"""What the image says of itself: its version, and where its source is."""

DOCKERFILE = ("--file", "deploy/Dockerfile", "--ignorefile", "deploy/Dockerfile.dockerignore")

TOOLS = ("buildah", "debootstrap")

MOUNTS = """
set -e
mount --bind "$1" "$2"
mount -o remount,bind,ro "$2"
mount --bind "$3" "$2/data"
mount -t tmpfs none "$2/tmp"
mount -t proc none "$2/proc"
mount --bind /dev "$2/dev"
root=$2
shift 3
cd /
exec chroot --userspec=10001:10001 "$root" "$@"
"""
"""What an engine does with a read-only root: in a mount namespace of its own, which ends with the program."""


def why_not() -> str:
    """Say why the image cannot be built here; nothing if it can, for which buildah may have been installed just now."""
    if sys.platform != "linux" or os.geteuid():
        return "the image is built as root, on Linux"
    if not all(map(shutil.which, TOOLS)) and shutil.which("apt-get"):
        for command in (["update"], ["install", "--yes", *TOOLS]):
            subprocess.run(["apt-get", "--quiet", *command], check=False, capture_output=True)
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    return f"{' and '.join(missing)} cannot be installed here" if missing else ""


def buildah(*arguments: str) -> str:
    """Run buildah. Returns what it printed."""
    environment = {**os.environ, "BUILDAH_ISOLATION": "chroot"}
    done = subprocess.run(["buildah", *arguments], env=environment, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def base() -> str:
    """The name of the image below, which is made if it has to be."""
    if BASE == "published":
        dockerfile = (REPOSITORY / "deploy/Dockerfile").read_text("utf-8")
        ((name, digest),) = re.findall(r"(?m)^FROM (\w+):\S+(@sha256:\w+) AS base$", dockerfile)
        return f"docker.io/library/{name}{digest}"
    if BASE != "debian":
        return BASE
    if OWN_BASE not in buildah("images", "--format", "{{.Name}}"):
        with tempfile.TemporaryDirectory() as folder:
            packages = "--include=python3,python3-venv,ca-certificates"
            subprocess.run(
                ["debootstrap", "--variant=minbase", packages, "bookworm", folder], check=True, capture_output=True
            )
            container = buildah("from", "scratch")
            buildah("add", "--quiet", container, folder, "/")
            buildah("commit", "--quiet", "--rm", container, OWN_BASE)
    return OWN_BASE


class Image:
    """The image, built and mounted."""

    def __init__(self) -> None:
        own = BASE == "debian"
        trust = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro"] if own else []  # whom this machine trusts
        below = base()
        buildah("bud", "--format", "docker", *trust, *ARGUMENTS, "--from", below, "--tag", IMAGE, *DOCKERFILE, ".")
        self.settings: dict[str, Any] = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
        self._containers = [buildah("from", IMAGE), buildah("from", below)]
        self._root, self._below = (buildah("mount", container) for container in self._containers)

    @property
    def megabytes(self) -> tuple[float, float]:
        """The size of the image, and that of the one below."""
        return _megabytes(self._root), _megabytes(self._below)

    def command(self, data: Path, *arguments: str) -> list[str]:
        """The command that runs a program in it, with a folder as its volume."""
        os.chown(data, 10001, 10001)
        mounted = tempfile.mkdtemp(prefix="thimble-image-", dir=data.parent)
        return ["unshare", "--mount", "sh", "-c", MOUNTS, "sh", self._root, mounted, str(data), *arguments]

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        """The environment that an engine gives it."""
        return dict(line.split("=", 1) for line in self.settings["Env"]) | {"PATH": os.environ["PATH"]} | dict(more)

    def remove(self) -> None:
        """Remove what was mounted, but not the images: they make the next time quick."""
        buildah("rm", *self._containers)


def _megabytes(folder: str) -> float:
    kilobytes = subprocess.run(["du", "-sxk", folder], check=True, capture_output=True, text=True).stdout.split()[0]
    return int(kilobytes) * 1024 / 1e6
