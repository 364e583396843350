package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.ledger.Timeline.Sample;
import java.time.Instant;

/**
 * Samples of a stretch of time in one.
 *
 * @param time of its first sample
 */
@PureCore
record Bucket(
        Instant time,
        MeanAmount origin,
        MeanAmount pods,
        MeanAmount lease,
        MeanAmount capability,
        MeanAmount used,
        MeanAmount prod) {

    static Bucket of(Sample one) {
        return new Bucket(
                one.time(),
                MeanAmount.of(one.origin()),
                MeanAmount.of(one.pods()),
                MeanAmount.of(one.lease()),
                MeanAmount.of(one.capability()),
                MeanAmount.of(one.used()),
                MeanAmount.of(one.prod()));
    }

    /** This and a later one as one. */
    Bucket plus(Bucket later) {
        return new Bucket(
                time,
                origin.plus(later.origin),
                pods.plus(later.pods),
                lease.plus(later.lease),
                capability.plus(later.capability),
                used.plus(later.used),
                prod.plus(later.prod));
    }

    /** The means as a sample. */
    Sample sample() {
        return new Sample(
                time,
                origin.amount(),
                pods.amount(),
                lease.amount(),
                capability.amount(),
                used.amount(),
                prod.amount());
    }
}
