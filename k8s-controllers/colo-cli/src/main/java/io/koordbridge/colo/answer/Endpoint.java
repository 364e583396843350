package io.koordbridge.colo.answer;

import java.net.URI;

/**
 * Where a component is asked.
 *
 * @param base its address
 * @param place the address or the pod, for messages
 */
public record Endpoint(Component component, URI base, String place) {

    /** At a given address. */
    public static Endpoint at(Component component, URI base) {
        return new Endpoint(component, base, "at " + base);
    }

    /** In a pod, through a forwarded port. */
    public static Endpoint in(Component component, URI forwarded, String pod) {
        return new Endpoint(component, forwarded, "in pod " + pod);
    }

    /** Its name in messages. */
    public String name() {
        return "the " + component.process() + " " + place;
    }
}
