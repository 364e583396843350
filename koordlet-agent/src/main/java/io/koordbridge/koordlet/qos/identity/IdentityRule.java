package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.slo.CpuQos;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.QosPolicies;
import io.koordbridge.api.slo.ResourceQos;
import io.koordbridge.api.slo.ResourceQosStrategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identities by class; node agent specification section 14.3.
 *
 * @param lsr of classes LSE and LSR
 */
@PureCore
public record IdentityRule(OfClass lsr, OfClass ls, OfClass be) {

    /** What the kernel takes. */
    static final long LOWEST = -1;

    static final long HIGHEST = 2;

    private static final String POLICY = "groupIdentity";
    private static final String FIELD = "NodeSLO: resourceQOSStrategy.";

    /**
     * The identity of a class.
     *
     * @param value 0 while it is off
     */
    public record OfClass(boolean enabled, long value) {
        static final OfClass OFF = new OfClass(false, 0);
    }

    /**
     * The rule of a NodeSLO.
     *
     * @param effective with every default filled in
     */
    public static IdentityRule of(NodeSloSpec effective) {
        ResourceQosStrategy strategy = effective.resourceQOSStrategy();
        if (strategy == null || !isOurs(strategy.policies())) {
            return new IdentityRule(OfClass.OFF, OfClass.OFF, OfClass.OFF);
        }
        return new IdentityRule(of(strategy.lsrClass()), of(strategy.lsClass()), of(strategy.beClass()));
    }

    private static boolean isOurs(@Nullable QosPolicies policies) {
        String policy = policies == null ? null : policies.cpuPolicy();
        return policy == null || policy.isEmpty() || policy.equals(POLICY);
    }

    private static OfClass of(@Nullable ResourceQos parts) {
        CpuQos cpu = parts == null ? null : parts.cpuQOS();
        if (cpu == null || !Boolean.TRUE.equals(cpu.enable())) {
            return OfClass.OFF;
        }
        Long value = cpu.groupIdentity();
        return new OfClass(true, value == null ? 0 : value);
    }

    /** Whether any class has an identity. */
    public boolean enabled() {
        return lsr.enabled() || ls.enabled() || be.enabled();
    }

    /** Whether the kernel takes a value. */
    static boolean isAllowed(long value) {
        return value >= LOWEST && value <= HIGHEST;
    }

    /** Values that the kernel does not take. */
    List<String> problems() {
        List<String> found = new ArrayList<>();
        problem("lsrClass", lsr).ifPresent(found::add);
        problem("lsClass", ls).ifPresent(found::add);
        problem("beClass", be).ifPresent(found::add);
        return found;
    }

    private static Optional<String> problem(String name, OfClass of) {
        return isAllowed(of.value())
                ? Optional.empty()
                : Optional.of(FIELD + name + ".cpuQOS.groupIdentity = " + of.value() + ": want " + LOWEST + " to "
                        + HIGHEST + "; groups of this class keep what they have");
    }

    /** Identity of the group of a QoS class of Kubernetes; that of all pods has none. */
    public long ofDirectory(KubeQos qos) {
        return switch (qos) {
            case GUARANTEED -> 0;
            case BURSTABLE -> ls.value();
            case BEST_EFFORT -> be.value();
        };
    }

    /** Identity of a pod that does not say otherwise. */
    public long ofPod(QosClass label, KubeQos qos) {
        return switch (label) {
            case LSE, LSR -> lsr.value();
            case LS -> ls.value();
            case BE -> be.value();
            case SYSTEM, NONE -> byKubernetes(qos);
        };
    }

    private long byKubernetes(KubeQos qos) {
        if (qos == KubeQos.GUARANTEED) {
            return lsr.enabled() ? lsr.value() : ls.value();
        }
        return ofDirectory(qos);
    }

    /**
     * Identity of a pod.
     *
     * @param wish what its annotation says; empty without one
     * @return empty when the annotation cannot be read: the pod keeps what it has
     */
    public Optional<Long> ofPod(QosClass label, KubeQos qos, Optional<IdentityWish> wish) {
        long byClass = ofPod(label, qos);
        if (wish.isPresent() && !wish.get().isReadable()) {
            return Optional.empty();
        }
        return Optional.of(
                label == QosClass.LS ? wish.map(found -> found.over(byClass)).orElse(byClass) : byClass);
    }

    /** Identity of an application outside of pods. */
    public long ofApplication(@Nullable String qos) {
        return switch (QosClass.ofLabel(qos)) {
            case LSE, LSR -> lsr.value();
            case LS -> ls.value();
            case BE -> be.value();
            case SYSTEM, NONE -> 0;
        };
    }
}
