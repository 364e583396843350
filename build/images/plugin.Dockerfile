# The jar of the NodeManager plugin, and a command that copies it to where a stock Hadoop image finds it: an init container.
ARG BASE
FROM ${BASE}
COPY --chown=0:0 app /opt/koord-bridge/app
COPY --chown=0:0 LICENSE NOTICE /opt/koord-bridge/
COPY --chown=0:0 bin /opt/koord-bridge/bin
USER 65532:65532
WORKDIR /tmp
ENTRYPOINT ["/opt/koord-bridge/bin/install-plugin"]
