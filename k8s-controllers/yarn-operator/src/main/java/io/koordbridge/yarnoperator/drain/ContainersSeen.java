package io.koordbridge.yarnoperator.drain;

import io.koordbridge.policy.amount.YarnAmount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is seen of YARN's containers on a node.
 *
 * @param known whether the report is young and nothing of it waits for its proof
 * @param absent whether the node certainly has no NodeManager and nothing is reserved for one
 * @param containers number of them
 * @param used what they may hold
 * @param masters what application masters may hold of it, null when that is not known
 * @param names container ids of masters, those that are known
 * @param closed whether the lease and what the ResourceManager schedules on are nothing, and no change is under way
 */
public record ContainersSeen(
        boolean known,
        boolean absent,
        int containers,
        YarnAmount used,
        @Nullable YarnAmount masters,
        List<String> names,
        boolean closed) {

    public ContainersSeen {
        names = List.copyOf(names);
    }

    /** Before a node was looked at. */
    public static final ContainersSeen UNKNOWN =
            new ContainersSeen(false, false, 0, YarnAmount.ZERO, null, List.of(), false);

    /** Certainly nothing is left. */
    boolean empty() {
        return known && containers == 0 && used.equals(YarnAmount.ZERO);
    }

    /** Whether application masters are left, or may be. */
    boolean mastersLeft() {
        boolean some = containers > 0 || !used.equals(YarnAmount.ZERO);
        return some && (masters == null || !masters.equals(YarnAmount.ZERO));
    }

    /** Whether nothing but masters is left. */
    boolean onlyMasters() {
        return mastersLeft() && masters != null && used.fitsIn(masters);
    }

    /** What is left, for people. */
    String left() {
        String all = containers + (containers == 1 ? " container" : " containers") + " left, " + used;
        if (!mastersLeft()) {
            return all;
        }
        if (masters == null) {
            return all + ", and it is not known which are application masters";
        }
        String sum = all + ", " + masters + " of application masters";
        return names.isEmpty()
                ? sum
                : sum + ": "
                        + String.join(
                                ", ", names.stream().map(NamedMaster::text).toList());
    }
}
