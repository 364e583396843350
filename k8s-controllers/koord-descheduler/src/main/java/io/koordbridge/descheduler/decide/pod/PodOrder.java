package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.Comparator;
import java.util.Objects;

/** Which pod is evicted first; descheduler specification section 5.2. Comparators in parts, so that a caller can put keys between. */
@PureCore
public final class PodOrder {

    /** By class, priority, QoS and costs. */
    public static final Comparator<PodFacts> BY_RANK = Comparator.comparing(PodFacts::rank, PodOrder::compareRanks);

    /** The youngest first, in whole seconds. */
    public static final Comparator<PodFacts> NEWEST_FIRST =
            Comparator.comparing((PodFacts pod) -> pod.created().getEpochSecond(), Comparator.reverseOrder());

    /** By namespace and name: the last key, which leaves no ties. */
    public static final Comparator<PodFacts> BY_NAME = Comparator.comparing(
                    (PodFacts pod) -> pod.ref().namespace())
            .thenComparing(pod -> pod.ref().name());

    private PodOrder() {}

    private static int compareRanks(PodRank one, PodRank other) {
        int order = Integer.compare(place(one.priorityClass()), place(other.priorityClass()));
        if (order == 0) {
            order = Integer.compare(
                    Objects.requireNonNullElse(one.priority(), 0), Objects.requireNonNullElse(other.priority(), 0));
        }
        if (order == 0) {
            order = Integer.compare(place(one.kubeQos()), place(other.kubeQos()));
        }
        if (order == 0) {
            order = Integer.compare(place(one.qos()), place(other.qos()));
        }
        if (order == 0) {
            order = Integer.compare(one.deletionCost(), other.deletionCost());
        }
        return order == 0 ? Integer.compare(one.evictionCost(), other.evictionCost()) : order;
    }

    private static int place(PriorityClass type) {
        return switch (type) {
            case FREE -> 0;
            case BATCH -> 1;
            case MID -> 2;
            case PROD -> 3;
            case NONE -> 4;
        };
    }

    private static int place(KubeQos qos) {
        return switch (qos) {
            case BEST_EFFORT -> 0;
            case BURSTABLE -> 1;
            case GUARANTEED -> 2;
        };
    }

    private static int place(QosClass qos) {
        return switch (qos) {
            case BE -> 0;
            case LS -> 1;
            case LSR -> 2;
            case LSE, SYSTEM -> 3;
            case NONE -> 4;
        };
    }
}
