package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A constraint that takes other objects to judge. */
public enum UnknownConstraint {
    VOLUMES("volumes"),
    POD_AFFINITY("affinity between pods"),
    TOPOLOGY_SPREAD("topology spread"),
    RESOURCE_CLAIMS("resource claims");

    private final String words;

    UnknownConstraint(String words) {
        this.words = words;
    }

    static Set<UnknownConstraint> of(PodSpec spec) {
        Set<UnknownConstraint> found = EnumSet.noneOf(UnknownConstraint.class);
        if (spec.getVolumes().stream().anyMatch(UnknownConstraint::hasPlace)) {
            found.add(VOLUMES);
        }
        if (requiresOtherPods(spec.getAffinity())) {
            found.add(POD_AFFINITY);
        }
        if (spec.getTopologySpreadConstraints().stream()
                .anyMatch(spread -> "DoNotSchedule".equals(spread.getWhenUnsatisfiable()))) {
            found.add(TOPOLOGY_SPREAD);
        }
        if (!spec.getResourceClaims().isEmpty()) {
            found.add(RESOURCE_CLAIMS);
        }
        return found;
    }

    /** Whether the volume may exist on some nodes only, or in a limited number on each. */
    private static boolean hasPlace(Volume volume) {
        boolean anywhere = volume.getEmptyDir() != null
                || volume.getConfigMap() != null
                || volume.getSecret() != null
                || volume.getProjected() != null
                || volume.getDownwardAPI() != null
                || volume.getHostPath() != null
                || volume.getNfs() != null
                || volume.getImage() != null;
        return !anywhere;
    }

    private static boolean requiresOtherPods(@Nullable Affinity affinity) {
        if (affinity == null) {
            return false;
        }
        boolean near = affinity.getPodAffinity() != null
                && !affinity.getPodAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .isEmpty();
        boolean apart = affinity.getPodAntiAffinity() != null
                && !affinity.getPodAntiAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .isEmpty();
        return near || apart;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
