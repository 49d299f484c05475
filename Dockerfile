# Domik as a container: compiled in the first stage, nothing but Python and the packages in the second.
#     docker build -t domik . && docker run -p 8000:8000 -v domik:/data --read-only --tmpfs /tmp domik
# Base images can be named otherwise: docker build --build-arg PYTHON=registry.example/python:3.12-slim
ARG PYTHON=python:3.12-slim

FROM ${PYTHON} AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN python -m venv /opt/domik && /src/deploy/install.sh /src /opt/domik

FROM ${PYTHON}
COPY --from=build /opt/domik /opt/domik
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin domik && install -d -o domik -g domik -m 0700 /data
ENV PATH=/opt/domik/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DOMIK_HOST=0.0.0.0 \
    DOMIK_PORT=8000 \
    DOMIK_DATA=/data/domik.db \
    DOMIK_BACKUPS=/data
USER domik
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, sys, urllib.request as u; sys.exit(u.urlopen(f'http://127.0.0.1:{os.environ[\"DOMIK_PORT\"]}/healthz', timeout=5).status != 200)"]
ENTRYPOINT ["domik"]
CMD ["serve"]
