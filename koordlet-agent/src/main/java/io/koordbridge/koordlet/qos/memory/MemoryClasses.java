package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.sloconfig.nodeslo.EffectiveNodeSlo;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Memory settings of the classes; specification sections 4.2 and 13.7. */
@PureCore
record MemoryClasses(MemoryQos lsr, MemoryQos ls, MemoryQos be, MemoryQos system) {

    /** Ranges of the fields, for messages. */
    static final String ALLOWED =
            "percents and wmarkRatio 0 to 100, wmarkScalePermill 1 to 1000, wmarkMinAdj -25 to 50,"
                    + " priority 0 to 12, priorityEnable and oomKillGroup 0 or 1, pageCacheLimitSize at least 0";

    private static final MemoryQos ENABLED =
            new MemoryQos(true, null, null, null, null, null, null, null, null, null, null, null, null, null);

    /** What each class has where it is switched on and nothing else is said. */
    private static final MemoryClasses TEMPLATES = unchecked(strategyOf(ENABLED));

    /** What a class has that is switched off. */
    static final MemoryQos NEUTRAL = unchecked(strategyOf(null)).ls;

    /** Nothing is switched on. */
    static final MemoryClasses OFF = new MemoryClasses(NEUTRAL, NEUTRAL, NEUTRAL, NEUTRAL);

    private record Range(String field, long lowest, long highest) {
        private void check(@Nullable Long value) {
            if (value != null && (value < lowest || value > highest)) {
                throw new IllegalArgumentException(field + " = " + value + ": want " + lowest + " to " + highest);
            }
        }
    }

    private static Optional<ResourceQosStrategy> strategyOf(@Nullable MemoryQos qos) {
        ResourceQos one = qos == null ? null : new ResourceQos(null, qos, null, null, null);
        NodeSloSpec spec =
                new NodeSloSpec(null, new ResourceQosStrategy(null, one, one, one, one, null), null, null, null, null);
        return Optional.ofNullable(EffectiveNodeSlo.of(spec).resourceQOSStrategy());
    }

    private static MemoryClasses unchecked(Optional<ResourceQosStrategy> found) {
        return new MemoryClasses(
                qos(found.map(ResourceQosStrategy::lsrClass)),
                qos(found.map(ResourceQosStrategy::lsClass)),
                qos(found.map(ResourceQosStrategy::beClass)),
                qos(found.map(ResourceQosStrategy::systemClass)));
    }

    private static MemoryQos qos(Optional<ResourceQos> one) {
        return one.map(ResourceQos::memoryQOS).orElse(ENABLED);
    }

    /**
     * Those of a NodeSLO with all defaults. A class with a value that no file takes keeps what it had.
     *
     * @param problems gets class, field, value and range
     */
    static MemoryClasses of(Optional<ResourceQosStrategy> given, MemoryClasses before, Consumer<String> problems) {
        MemoryClasses now = unchecked(given);
        return new MemoryClasses(
                checked("lsrClass", now.lsr, before.lsr, problems),
                checked("lsClass", now.ls, before.ls, problems),
                checked("beClass", now.be, before.be, problems),
                checked("systemClass", now.system, before.system, problems));
    }

    private static MemoryQos checked(String name, MemoryQos now, MemoryQos before, Consumer<String> problems) {
        try {
            requireAllowed(now);
            return now;
        } catch (IllegalArgumentException e) {
            problems.accept("NodeSLO: resourceQOSStrategy." + name + ".memoryQOS." + e.getMessage()
                    + "; the last good values of the class hold");
            return before;
        }
    }

    /**
     * Looks at each value that is named.
     *
     * @throws IllegalArgumentException naming field, value and range
     */
    static void requireAllowed(MemoryQos qos) {
        new Range("minLimitPercent", 0, 100).check(qos.minLimitPercent());
        new Range("lowLimitPercent", 0, 100).check(qos.lowLimitPercent());
        new Range("throttlingPercent", 0, 100).check(qos.throttlingPercent());
        new Range("wmarkRatio", 0, 100).check(qos.wmarkRatio());
        new Range("wmarkScalePermill", 1, 1000).check(qos.wmarkScalePermill());
        new Range("wmarkMinAdj", -25, 50).check(qos.wmarkMinAdj());
        new Range("priorityEnable", 0, 1).check(qos.priorityEnable());
        new Range("priority", 0, 12).check(qos.priority());
        new Range("oomKillGroup", 0, 1).check(qos.oomKillGroup());
        new Range("pageCacheLimitPercent", 0, 100).check(qos.pageCacheLimitPercent());
        new Range("pageCacheLimitSize", 0, Long.MAX_VALUE).check(qos.pageCacheLimitSize());
    }

    /** Settings of a class. */
    MemoryQos of(QosClass qos) {
        return switch (qos) {
            case LSE, LSR -> lsr;
            case BE -> be;
            case SYSTEM -> system;
            case LS, NONE -> ls;
        };
    }

    /** What holds for a pod of a class. */
    MemoryQos of(QosClass qos, Optional<MemoryOverride> own) {
        if (own.isEmpty()) {
            return of(qos);
        }
        return switch (own.get().policy()) {
            case NONE -> NEUTRAL;
            case AUTO -> over(TEMPLATES.of(qos), own.get().values());
            case DEFAULT -> over(of(qos), own.get().values());
        };
    }

    private static MemoryQos over(MemoryQos base, MemoryQos own) {
        return new MemoryQos(
                base.enable(),
                first(own.minLimitPercent(), base.minLimitPercent()),
                first(own.lowLimitPercent(), base.lowLimitPercent()),
                first(own.throttlingPercent(), base.throttlingPercent()),
                first(own.wmarkRatio(), base.wmarkRatio()),
                first(own.wmarkScalePermill(), base.wmarkScalePermill()),
                first(own.wmarkMinAdj(), base.wmarkMinAdj()),
                first(own.priorityEnable(), base.priorityEnable()),
                first(own.priority(), base.priority()),
                first(own.oomKillGroup(), base.oomKillGroup()),
                first(own.pageCacheEnable(), base.pageCacheEnable()),
                first(own.pageCacheLimitSize(), base.pageCacheLimitSize()),
                first(own.pageCacheLimitPercent(), base.pageCacheLimitPercent()),
                first(own.pageCacheReclaimSync(), base.pageCacheReclaimSync()));
    }

    private static <T> @Nullable T first(@Nullable T own, @Nullable T base) {
        return own == null ? base : own;
    }

    /** Whether a class has any settings that are switched on. */
    boolean anyEnabled() {
        return List.of(lsr, ls, be, system).stream().anyMatch(one -> Objects.requireNonNullElse(one.enable(), false));
    }
}
