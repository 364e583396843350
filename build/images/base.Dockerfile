# The root file system that bin/images lays out: C library, certificates, time zones, a shell, a Java runtime.
FROM scratch
COPY --chown=0:0 . /
ENV PATH=/opt/java/bin:/usr/sbin:/usr/bin JAVA_HOME=/opt/java LANG=C.UTF-8
