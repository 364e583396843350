package io.koordbridge.copilot.protect;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** What a ResourceManager says of an application. */
public final class ApplicationFacts {
    private final String queue;
    private final String type;
    private final String user;
    private final Set<String> tags;

    public ApplicationFacts(String queue, String type, String user, Set<String> tags) {
        this.queue = queue;
        this.type = type;
        this.user = user;
        this.tags = Collections.unmodifiableSet(new HashSet<>(tags));
    }

    String queue() {
        return queue;
    }

    String type() {
        return type;
    }

    String user() {
        return user;
    }

    Set<String> tags() {
        return tags;
    }
}
