package io.koordbridge.colo.cluster;

import io.fabric8.kubernetes.client.LocalPortForward;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

/** A port of this host that leads into a pod, until it is closed. */
public final class ForwardedPort implements AutoCloseable {
    private final String pod;
    private final LocalPortForward forward;
    private final boolean secure;

    /**
     * A port.
     *
     * @param secure whether the pod speaks TLS there
     */
    ForwardedPort(String pod, LocalPortForward forward, boolean secure) {
        this.secure = secure;
        this.pod = pod;
        this.forward = forward;
    }

    /** The address on this host. */
    public URI address() {
        return URI.create((secure ? "https" : "http") + "://127.0.0.1:" + forward.getLocalPort());
    }

    @Override
    public void close() {
        try {
            forward.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the port forwarded to " + pod, e);
        }
    }
}
