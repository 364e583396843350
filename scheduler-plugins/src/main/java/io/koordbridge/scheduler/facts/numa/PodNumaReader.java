package io.koordbridge.scheduler.facts.numa;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.pod.BindWish;
import io.koordbridge.api.document.pod.GivenResources;
import io.koordbridge.api.document.pod.NumaWish;
import io.koordbridge.api.document.pod.NumaWishReader;
import io.koordbridge.api.document.pod.ResourceStatusReader;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.scheduler.facts.numa.PodNuma.Spec;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Pod objects to {@link PodNuma}; scheduler specification sections 2.1, 4 and 7. */
@PureCore
public final class PodNumaReader {

    private PodNumaReader() {}

    /** Reads the annotations of a pod. */
    public static PodNuma read(Pod pod) {
        Decoded<BindWish> bind = NumaWishReader.bind(pod);
        Decoded<NumaWish> numa = NumaWishReader.alignment(pod);
        Optional<WireProblem> unreadable = Stream.of(bind, numa)
                .filter(document -> document.found().isEmpty())
                .flatMap(document -> document.problems().stream())
                .findFirst();
        Spec spec = spec(bind.orElse(BindWish.NONE), numa.orElse(NumaWish.NONE));
        return unreadable.isPresent()
                ? new PodNuma(null, unreadable.get().message(), maybeOwnCpus(pod), holding(pod, ""))
                : new PodNuma(spec, "", maybeOwnCpus(pod), holding(pod, spec.exclusiveBind()));
    }

    private static Spec spec(BindWish bind, NumaWish numa) {
        return new Spec(bind.preferred(), bind.required(), bind.exclusive(), numa.policy(), numa.exclusive());
    }

    private static boolean maybeOwnCpus(Pod pod) {
        QosClass qos = PodClassification.explicitQos(pod);
        return (qos == QosClass.LSE || qos == QosClass.LSR)
                && PodClassification.priorityClass(pod) == PriorityClass.PROD;
    }

    /** What an object says that a scheduler gave it, nothing when that cannot be read. */
    public static NumaHolding holding(HasMetadata object) {
        return holding(object, "");
    }

    private static NumaHolding holding(HasMetadata object, String exclusive) {
        return ResourceStatusReader.read(object)
                .found()
                .map(given -> holding(given, exclusive))
                .orElse(NumaHolding.NONE);
    }

    private static NumaHolding holding(GivenResources given, String exclusive) {
        Map<Integer, ResourceVector> amounts = new TreeMap<>();
        given.nodes()
                .forEach(one ->
                        amounts.merge(one.node(), ResourceVector.ofQuantities(one.resources()), ResourceVector::plus));
        return new NumaHolding(given.cpus(), exclusive, NumaQuantities.of(amounts));
    }
}
