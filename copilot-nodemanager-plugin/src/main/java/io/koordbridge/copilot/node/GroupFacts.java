package io.koordbridge.copilot.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What control groups say of containers; what cannot be seen is null. */
public final class GroupFacts {
    /** Nothing can be seen. */
    public static final GroupFacts UNKNOWN = new GroupFacts(null, null);

    private final @Nullable Boolean confirmed;
    private final @Nullable List<String> strangers;

    /**
     * Both as they were seen.
     *
     * @param confirmed whether containers run in their groups
     * @param strangers names of groups with processes that the NodeManager does not know
     */
    public GroupFacts(@Nullable Boolean confirmed, @Nullable List<String> strangers) {
        this.confirmed = confirmed;
        this.strangers = strangers == null ? null : Collections.unmodifiableList(new ArrayList<>(strangers));
    }

    /** True once a container was seen in its group, false while one runs elsewhere, null before the first one. */
    public @Nullable Boolean confirmed() {
        return confirmed;
    }

    /** Some of them when there are many; empty without any. */
    public @Nullable List<String> strangers() {
        return strangers;
    }
}
