package io.koordbridge.colo.answer;

import io.koordbridge.protocol.tls.Authorities;
import java.net.URI;

/**
 * Where a component is asked.
 *
 * @param base its address
 * @param place the address or the pod, for messages
 * @param check of a server that speaks TLS
 * @param given whether the user named the address
 */
public record Endpoint(Component component, URI base, String place, ServerCheck check, boolean given) {

    /** At an address that the user named. */
    public static Endpoint at(Component component, URI base, Authorities authorities) {
        return new Endpoint(component, base, "at " + base, ServerCheck.of(base, authorities), true);
    }

    /** At the address that counts when the user names none. */
    public static Endpoint onThisHost(Component component, Authorities authorities) {
        URI base = component.onThisHost();
        return new Endpoint(component, base, "at " + base, ServerCheck.of(base, authorities), false);
    }

    /** In a pod, through a forwarded port. */
    public static Endpoint in(Component component, URI forwarded, String pod, ServerCheck check) {
        return new Endpoint(component, forwarded, "in pod " + pod, check, false);
    }

    /** Its name in messages. */
    public String name() {
        return "the " + component.process() + " " + place;
    }
}
