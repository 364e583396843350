package io.koordbridge.scheduler.wake;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link WakeApi} by an annotation with the time. */
public final class KubernetesWakeApi implements WakeApi {

    /** On a pod: when the extender asked kube-scheduler to try it again. */
    public static final String WOKEN_AT = Annotations.POD_WOKEN_AT;

    private static final Logger LOG = LoggerFactory.getLogger(KubernetesWakeApi.class);

    private final ObjectPatcher patcher;
    private final Clock clock;

    public KubernetesWakeApi(ObjectPatcher patcher, Clock clock) {
        this.patcher = patcher;
        this.clock = clock;
    }

    @Override
    public boolean wake(PodFacts pod) {
        String now = clock.instant().truncatedTo(ChronoUnit.MILLIS).toString();
        try {
            patcher.patchAnnotations(
                    new ObjectAddress<>(Pod.class, pod.namespace(), pod.name()), Map.of(WOKEN_AT, now), null);
            return true;
        } catch (KubernetesClientException failed) {
            LOG.info("Not tried again pod={} problem={}", pod.key(), FailureFormatter.of(failed));
            return false;
        }
    }
}
