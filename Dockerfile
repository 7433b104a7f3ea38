# The server and the web client in one image, without node_modules. It wants a PostgreSQL in DATABASE_URL
# (or the address in a file that DATABASE_URL_FILE names); docker-compose.yml brings one.
ARG NODE_IMAGE=node:24-bookworm-slim

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
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
# What MALLOC_... and the flag below say keeps the server small, as in `npm start`.
ENV NODE_ENV=production PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
COPY LICENSE THIRD_PARTY ./
COPY apps/api/package.json apps/api/
COPY prisma/migrations prisma/migrations
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/api/dist apps/api/dist
# Holds the secrets that are made at the first start; the root file system may be read-only.
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=4s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "apps/api/dist/main.js"]
