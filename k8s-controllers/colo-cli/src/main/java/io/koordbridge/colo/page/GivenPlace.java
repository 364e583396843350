package io.koordbridge.colo.page;

import io.koordbridge.colo.answer.Endpoint;
import io.koordbridge.colo.answer.ServerCheck;
import java.net.URI;

/**
 * At the address that the user gave.
 *
 * @param endpoint that address
 */
record GivenPlace(Endpoint endpoint) implements PagePlace {

    @Override
    public URI address() {
        return endpoint.base();
    }

    @Override
    public ServerCheck check() {
        return endpoint.check();
    }

    @Override
    public String name() {
        return endpoint.place();
    }

    @Override
    public boolean moved() {
        return false;
    }

    @Override
    public void close() {}
}
