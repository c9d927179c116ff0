# The service and its commands. docker-compose.yml says how it runs; "docker compose build" builds it here.

# The image below brings Deno. Of packages it gets what runs: no types, no maps, the libraries of Debian's libc, and
# one of the S3 client's two builds, and no styles.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && rm -rf node_modules/deno node_modules/@deno node_modules/@types node_modules/@*/*-musl node_modules/@*/*-wasm32 \
    node_modules/@aws-sdk/*/dist-es node_modules/@smithy/*/dist-es node_modules/@radix-ui/themes/*.css \
    node_modules/@radix-ui/themes/src node_modules/@radix-ui/themes/tokens node_modules/@radix-ui/themes/layout \
  && find node_modules -type f -regex '.*\.\([cm]?tsx?\|map\|md\)' -delete

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM denoland/deno:debian-2.9.5
LABEL org.opencontainers.image.title="Alumni Connect" \
  org.opencontainers.image.description="A privacy-first alumni and mentorship directory for one Army ROTC program" \
  org.opencontainers.image.base.name="docker.io/denoland/deno:debian-2.9.5"
ENV DENO_DIR=/app/.deno DENO_NO_UPDATE_CHECK=1 NO_COLOR=1
WORKDIR /app
COPY --from=build /app/package.json /app/deno.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/events events
COPY --from=build /app/search search
COPY --from=build /app/api api
COPY --from=build /app/web web
COPY --from=build /app/dist dist
# Compile all code that is here: a container cannot write what it compiles, and would compile it at each start. Deno
# doesn't always empty the logs of its caches, which can be 4 MB.
RUN deno cache $(find api events search web -name '*.ts' -o -name '*.tsx') && rm -f .deno/*-wal .deno/*-shm
# A volume that is empty takes over the owner of the folder that it is mounted on.
RUN mkdir -p /data /backups /secrets /volumes/search /volumes/search-config \
    /volumes/objects /volumes/objects-config /volumes/proxy /volumes/db \
  && chmod -R go= /data /backups /secrets /volumes \
  && chown -R 1000:1000 /data /backups /secrets /volumes
USER 1000:1000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --retries=3 --start-period=120s \
  CMD ["deno", "run", "--no-prompt", "--allow-net=127.0.0.1:8000", "api/cli/container/healthy.ts"]
ENTRYPOINT ["deno"]
CMD ["task", "serve"]
