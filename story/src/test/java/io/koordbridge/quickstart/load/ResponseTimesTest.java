package io.koordbridge.quickstart.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.Latency;
import org.junit.jupiter.api.Test;

class ResponseTimesTest {

    private static final long MILLI = 1_000_000;
    private final ResponseTimes times = new ResponseTimes();

    @Test
    void aRequestThatWasNotAnsweredWhenItsPartEndedCountsItsAge() {
        times.part("rush", 0);
        ResponseTimes.Arrival quick = times.arrived(10 * MILLI);
        times.arrived(20 * MILLI);
        times.answered(quick, 15 * MILLI);

        ResponseTimes.Part part = times.part("rest", 1_020 * MILLI).orElseThrow();

        assertThat(part).isEqualTo(new ResponseTimes.Part("rush", new Latency(2, 5_000, 1_000_000)));
    }

    @Test
    void anAnswerAfterThePartIsNotCountedInTheNext() {
        times.part("rush", 0);
        ResponseTimes.Arrival late = times.arrived(10 * MILLI);
        times.part("rest", 50 * MILLI);
        times.answered(late, 60 * MILLI);

        assertThat(times.part("end", 70 * MILLI)).isEmpty();
    }

    @Test
    void theSameNameAgainBeginsNoPart() {
        times.part("rush", 0);
        times.arrived(10 * MILLI);

        assertThat(times.part("rush", 20 * MILLI)).isEmpty();
        assertThat(times.part("rest", 30 * MILLI)).isPresent();
    }
}
