package io.koordbridge.copilot.protect;

import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The applications that an administrator protects. Pure. */
public final class ProtectionRule {
    private final Set<String> queues;
    private final Set<String> tags;
    private final Set<String> types;
    private final Set<String> users;

    /**
     * A rule; an application is protected when one of the sets has it.
     *
     * @param queues names or paths; a path protects the queues below it
     * @param tags in any case: YARN keeps tags in small letters
     * @param types in any case, for example SPARK
     */
    public ProtectionRule(Set<String> queues, Set<String> tags, Set<String> types, Set<String> users) {
        this.queues = Collections.unmodifiableSet(new HashSet<>(queues));
        this.tags = small(tags);
        this.types = small(types);
        this.users = Collections.unmodifiableSet(new HashSet<>(users));
    }

    /** Whether only the ResourceManager can say which applications are meant. */
    public boolean needsReports() {
        return !queues.isEmpty() || !tags.isEmpty() || !types.isEmpty();
    }

    boolean protectsUser(String user) {
        return users.contains(user);
    }

    boolean protects(ApplicationFacts application) {
        return protectsUser(application.user())
                || types.contains(small(application.type()))
                || application.tags().stream().anyMatch(tag -> tags.contains(small(tag)))
                || queues.stream().anyMatch(queue -> within(application.queue(), queue));
    }

    /** A ResourceManager reports the path of a queue or, as older ones do, its last name. */
    private static boolean within(String reported, String wanted) {
        return reported.equals(wanted) || reported.startsWith(wanted + ".") || reported.endsWith("." + wanted);
    }

    private static Set<String> small(Set<String> names) {
        Set<String> all = new HashSet<>();
        for (String name : names) {
            all.add(small(name));
        }
        return Collections.unmodifiableSet(all);
    }

    private static String small(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
