package io.koordbridge.copilot.protect;

import java.io.IOException;

/** Asks for one application. */
public interface ApplicationSource {
    /**
     * What the ResourceManager says of an application.
     *
     * @throws IOException when it does not answer
     */
    ApplicationFacts facts(String applicationId) throws IOException;
}
