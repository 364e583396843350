package io.koordbridge.descheduler.watch;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodFit;
import io.koordbridge.descheduler.decide.pod.PodGuards;
import io.koordbridge.descheduler.decide.pod.PodOwners;
import io.koordbridge.descheduler.decide.pod.PodRank;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.pod.PodState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes pods share what is equal: those of a workload differ in name, uid, node and time only. Not thread-safe. */
final class PodParts {

    private static final int MANY = 16;
    private static final int FEW = 10;

    private final SharedValues<String> texts = new SharedValues<>(MANY);
    private final SharedValues<Instant> times = new SharedValues<>(MANY);
    private final SharedValues<Map<String, String>> labels = new SharedValues<>(MANY);
    private final SharedValues<PodOwners> owners = new SharedValues<>(MANY);
    private final SharedValues<PodRank> ranks = new SharedValues<>(FEW);
    private final SharedValues<PodState> states = new SharedValues<>(FEW);
    private final SharedValues<PodGuards> guards = new SharedValues<>(FEW);
    private final SharedValues<PodFit> fits = new SharedValues<>(MANY);

    /** Equal facts, of shared parts: what the pod had before is preferred, then what other pods have. */
    PodFacts share(PodFacts fresh, @Nullable PodFacts before) {
        PodFacts known = before == null ? fresh : before;
        return new PodFacts(
                ref(fresh.ref(), before),
                of(texts, fresh.nodeName(), known.nodeName()),
                of(times, fresh.created(), known.created()),
                labels(fresh.labels(), before),
                of(owners, fresh.owners(), known.owners()),
                of(ranks, fresh.rank(), known.rank()),
                states.share(fresh.state()),
                of(guards, fresh.guards(), known.guards()),
                of(fits, fresh.fit(), known.fit()));
    }

    /** Parts that the pod had are kept without a look at the others. */
    private static <P> P of(SharedValues<P> all, P fresh, P known) {
        boolean had = fresh != known && fresh.equals(known);
        return had ? known : all.share(fresh);
    }

    private PodRef ref(PodRef fresh, @Nullable PodFacts before) {
        if (before != null && fresh.equals(before.ref())) {
            return before.ref();
        }
        return new PodRef(texts.share(fresh.namespace()), fresh.name(), fresh.uid());
    }

    /** A label that only this pod has, as those of StatefulSets, still has a key that others have. */
    private Map<String, String> labels(Map<String, String> fresh, @Nullable PodFacts before) {
        if (before != null && fresh.equals(before.labels())) {
            return before.labels();
        }
        Map<String, String> shared = labels.find(fresh);
        if (shared != null) {
            return shared;
        }
        Map<String, String> parts = new HashMap<>();
        fresh.forEach((key, value) -> parts.put(texts.share(key), texts.share(value)));
        return labels.add(Map.copyOf(parts));
    }
}
