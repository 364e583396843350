package io.koordbridge.kube.metrics;

import com.codahale.metrics.ExponentiallyDecayingReservoir;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import java.util.concurrent.atomic.LongAdder;

/** A registry whose timers and histograms know the sum of all values, which {@link PrometheusFormatter} writes: averages need it. */
public class SummingRegistry extends MetricRegistry {

    @Override
    public Timer timer(String name) {
        return timer(name, () -> new SummedTimer(new SummingReservoir()));
    }

    @Override
    public Histogram histogram(String name) {
        return histogram(name, () -> new SummedHistogram(new SummingReservoir()));
    }

    /** A metric that knows the sum of its values. */
    interface Summed {

        /** In the unit of the values: nanoseconds of timers. */
        long sum();
    }

    private static final class SummingReservoir extends ExponentiallyDecayingReservoir {

        private final LongAdder sum = new LongAdder();

        @Override
        public void update(long value) {
            sum.add(value);
            super.update(value);
        }
    }

    private static final class SummedTimer extends Timer implements Summed {

        private final SummingReservoir values;

        SummedTimer(SummingReservoir values) {
            super(values);
            this.values = values;
        }

        @Override
        public long sum() {
            return values.sum.sum();
        }
    }

    private static final class SummedHistogram extends Histogram implements Summed {

        private final SummingReservoir values;

        SummedHistogram(SummingReservoir values) {
            super(values);
            this.values = values;
        }

        @Override
        public long sum() {
            return values.sum.sum();
        }
    }
}
