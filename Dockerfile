# The bot in a container: a user without rights, a root that is only read, and the games on the volume /data.
#   docker build -t thimble .        (without Docker: make image)
#   docker run --read-only --tmpfs /tmp -v thimble:/data -e DISCORD_TOKEN=… thimble
# EXTRAS are the optional libraries: postgresql (for a DATABASE_URL on a server) and metrics (for /metrics).
FROM python:3.11-slim@sha256:e41613d42d4891e4930f79523f93f81bbc7632584ec65e36ab055f41a800b41e AS base

FROM base AS installed
ARG EXTRAS="postgresql metrics"
COPY requirements*.txt /tmp/
# Only wheels, and only those whose hashes are known. pip itself is not needed afterwards.
RUN python3 -m venv /opt/thimble \
    && for each in requirements $(printf 'requirements-%s ' ${EXTRAS}); do set -- "$@" -r "/tmp/${each%-}.txt"; done \
    && /opt/thimble/bin/python -m pip install --no-cache-dir --disable-pip-version-check --quiet \
        --require-hashes --only-binary :all: "$@" \
    && /opt/thimble/bin/python -m pip uninstall --yes --quiet pip setuptools
COPY . /opt/thimble/app/
RUN rm -f /opt/thimble/app/requirements*.txt && /opt/thimble/bin/python -m compileall -q /opt/thimble/app

FROM base
ARG VERSION=unreleased
LABEL org.opencontainers.image.title="Thimble" \
      org.opencontainers.image.description="A Discord bot to play the board game Patchwork in a channel" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
RUN groupadd --gid 10001 thimble \
    && useradd --uid 10001 --gid thimble --no-create-home --home-dir /data --shell /usr/sbin/nologin thimble \
    && install --directory --owner thimble --group thimble --mode 0700 /data
COPY --from=installed /opt/thimble /opt/thimble
ENV DATABASE_URL=sqlite+aiosqlite:////data/games.db \
    CACHE=/data/cache \
    HEALTH=127.0.0.1:8080 \
    PYTHONPATH=/opt/thimble/app \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["/opt/thimble/bin/python", "-c", "import http.client as h; c = h.HTTPConnection('127.0.0.1', 8080, timeout=4); c.request('GET', '/live'); raise SystemExit(c.getresponse().status != 200)"]
ENTRYPOINT ["/opt/thimble/bin/python", "-m", "bot"]
