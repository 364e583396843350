package io.koordbridge.yarnoperator.matching;

import io.koordbridge.yarnoperator.matching.RegisteredHosts.Registration;
import java.util.Arrays;

/** Reports in short: {@code host:port}, with {@code dead} behind what the ResourceManager has given up. */
public final class Reported {

    private static final String DEAD = " dead";

    private Reported() {}

    public static RegisteredHosts hosts(String... registered) {
        return new RegisteredHosts(
                Arrays.stream(registered).map(Reported::registration).toList());
    }

    static Registration registration(String text) {
        boolean inUse = !text.endsWith(DEAD);
        String nodeId = inUse ? text : text.substring(0, text.length() - DEAD.length());
        int colon = nodeId.lastIndexOf(':');
        return new Registration(nodeId.substring(0, colon), Integer.parseInt(nodeId.substring(colon + 1)), inUse);
    }
}
