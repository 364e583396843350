package io.koordbridge.descheduler.decide.violation;

import io.koordbridge.descheduler.decide.fields.StrictFields;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** RemoveFailedPods: pods of phase Failed that are old enough and whose controller is not of an excluded kind. */
@PureCore
final class FailedPodsArgs {

    static final Set<String> FIELDS =
            Set.of("excludeOwnerKinds", "minPodLifetimeSeconds", "reasons", "exitCodes", "includingInitContainers");

    private static final int DEFAULT_SECONDS = 3_600;

    private FailedPodsArgs() {}

    static PodRule rule(StrictFields args) {
        ViolationPlugins.notBuilt(args, "reasons", "exitCodes", "includingInitContainers");
        int seconds = args.whole("minPodLifetimeSeconds", 0).orElse(DEFAULT_SECONDS);
        Set<String> kinds = Set.copyOf(args.texts("excludeOwnerKinds"));
        return (pod, node, others, now) -> {
            OwnerRef controller = pod.owners().controller();
            boolean excluded = (controller != null && kinds.contains(controller.kind()))
                    || (pod.owners().daemonSet() && kinds.contains("DaemonSet"));
            boolean failed = pod.state().phase().equals("Failed");
            long age = age(pod.created(), now);
            return failed && !excluded && age >= seconds
                    ? PodRule.Finding.of("the pod has failed and is " + age + " s old")
                    : Optional.empty();
        };
    }

    /** Age in seconds, below 0 when it is not known. */
    static long age(Instant created, Instant now) {
        return created.equals(Instant.EPOCH)
                ? -1
                : Duration.between(created, now).toSeconds();
    }
}
