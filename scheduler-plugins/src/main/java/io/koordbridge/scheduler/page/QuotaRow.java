package io.koordbridge.scheduler.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A quota on the page.
 *
 * @param tree id of its tree, empty for the default one
 * @param path names from the top down to the quota, with blanks between
 * @param depth number of quotas above it
 * @param note what a person should know, empty when there is nothing
 * @param waiting pods of the quota itself that have no node
 * @param resources at most {@link QuotaRows#MOST_RESOURCES}, sorted by name
 */
public record QuotaRow(
        String name,
        String tree,
        String parent,
        String path,
        int depth,
        State state,
        String note,
        int waiting,
        List<Amounts> resources) {

    public QuotaRow {
        resources = List.copyOf(resources);
    }

    /** From the one that needs a person most to the one that needs none. */
    public enum State {
        /** No part of a tree: its parent is missing, or is below it. */
        UNUSED,
        /** It requests more than it may use. */
        SHORT,
        /** It has more than its minimum, as much as it requests. */
        BORROWING,
        /** Others use a part of its minimum. */
        LENDING,
        /** It has what it requests, within its minimum. */
        WITHIN
    }

    /**
     * One resource, cpu in milli-cores, all else in whole units.
     *
     * @param max null without a limit, as is runtime
     * @param borrowed what it has beyond its minimum; negative for what it lends
     */
    public record Amounts(
            String resource,
            long min,
            @Nullable Long max,
            @Nullable Long runtime,
            long used,
            long request,
            long borrowed) {}
}
