package io.koordbridge.colo.answer;

import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.protocol.tls.NamedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

/**
 * How a server that speaks TLS is checked.
 *
 * @param authorities that are trusted
 * @param name that its certificate has to carry
 */
public record ServerCheck(Authorities authorities, String name) {

    /** By the host of an address. */
    static ServerCheck of(URI base, Authorities authorities) {
        return new ServerCheck(authorities, base.getHost());
    }

    /** A client that talks to no other server by https, and begins to talk within the time. */
    public HttpClient.Builder client(Duration timeout) {
        return HttpClient.newBuilder()
                .connectTimeout(timeout)
                .sslContext(new NamedServer(() -> authorities, name).context());
    }
}
