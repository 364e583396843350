package io.koordbridge.koordlet.collect;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.time.Instant;
import java.util.List;

/** A collector that samples less often than every round. */
public interface PeriodicSampler {

    /** Samples when it is time; to be called at the end of each round of all other collectors. */
    void round(Instant now, List<PodInfo> pods, List<HostApplication> applications);
}
