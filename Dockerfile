# Images for docker-compose.yml: the server with the web client, without node_modules, also with ffmpeg, the database, and its pooler. The server wants
# a PostgreSQL in DATABASE_URL (or the address in a file that DATABASE_URL_FILE names).
# To pin the base images, give them with their digests: --build-arg NODE_IMAGE=node@sha256:...
ARG NODE_IMAGE=node:24-bookworm-slim
ARG POSTGRES_IMAGE=postgres:17-trixie
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/shared/package.json packages/shared/
COPY packages/sources/package.json packages/sources/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY apps/extension/package.json apps/extension/
# Nothing needs an install script here: the image's own Node runs the build.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --loglevel=error
COPY tsconfig.base.json ./
COPY prisma prisma
COPY packages packages
COPY apps apps
COPY scripts scripts
RUN npm run build
RUN node scripts/third-party.ts --texts=/app/THIRD_PARTY_LICENSES

# A stage of its own, so that a commit that changes only documents does not repeat the build.
FROM ${NODE_IMAGE} AS revision
ARG REVISION=
COPY . /context
RUN node /context/scripts/revision.mjs /revision

FROM ${POSTGRES_IMAGE} AS database
COPY --chmod=755 docker/database.sh docker/database-health.sh /usr/local/bin/
USER 999:999
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=1s --retries=3 CMD ["database-health.sh"]
ENTRYPOINT ["database.sh"]
CMD []

# For docker-compose.pooler.yml.
FROM ${DEBIAN_IMAGE} AS pooler
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY --chmod=755 docker/pooler.sh /usr/local/bin/
USER 1000:1000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s CMD ["bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/6432"]
ENTRYPOINT ["pooler.sh"]

FROM ${NODE_IMAGE} AS server
ENV NODE_ENV=production PORT=8080 DATA_DIR=/data
WORKDIR /app
# Holds the secrets that are made at the first start; the root file system may be read-only.
RUN install -d -o node -g node -m 700 /data
COPY LICENSE THIRD_PARTY ./
COPY --from=build /app/THIRD_PARTY_LICENSES ./
COPY docs/*.md docs/
COPY apps/api/package.json apps/api/
COPY prisma/migrations prisma/migrations
COPY --chmod=755 docker/prepare.sh docker/health.sh docker/
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=revision /revision apps/api/dist/revision
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=1s --retries=3 CMD ["docker/health.sh"]
# Keeps garbage young: a third less memory under load (bench:accounts, 590 MB against 420), for no time that can be measured.
CMD ["node", "--max-semi-space-size=8", "apps/api/dist/main.js"]
ARG REVISION=
LABEL org.opencontainers.image.title=Matinee org.opencontainers.image.licenses=MIT
LABEL org.opencontainers.image.version=4.9.5 org.opencontainers.image.revision=${REVISION}

# With ffmpeg, and the drivers of graphics cards, for movies that browsers don't play.
FROM server AS full
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg va-driver-all \
  && rm -rf /var/lib/apt/lists/*
USER node
LABEL org.opencontainers.image.title="Matinee with ffmpeg"

# What `docker build` makes without a target.
FROM server
