package io.koordbridge.copilot.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.koordbridge.copilot.drain.Reading.Size;
import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private static final Size ONE = new Size(1, 1024);
    private static final Size TWO = new Size(2, 2048);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"allocated\":{}}",
                "{\"allocated\":{\"containers\":-1}}",
                "{\"allocated\":{\"containers\":\"2\"}}",
                "{\"allocated\":{\"containers\":2},\"capacity\":7}"
            })
    void refusesWhatNoPluginAnswers(String text) {
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> Reading.of(JsonParser.parseObject(text)));
    }

    @Test
    void readsThePluginOfAnOlderReleaseAsFarAsItGoes() throws JsonException {
        Reading reading = Reading.of(JsonParser.parseObject("{\"allocated\":{\"containers\":0}}"));

        assertThat(reading.containers()).isZero();
        assertThat(reading.closed()).isFalse();
        assertThat(reading.stopping()).isFalse();
    }

    @Test
    void seesThatACapacityWasLoweredInOneDimension() {
        assertThat(of(new Size(2, 1024), TWO).loweredSince(of(TWO, TWO))).isTrue();
        assertThat(of(new Size(1, 2048), ONE).loweredSince(of(TWO, ONE))).isTrue();
        assertThat(of(TWO, ONE).loweredSince(of(TWO, ONE))).isFalse();
        assertThat(of(TWO, ONE).loweredSince(of(ONE, ONE))).isFalse();
    }

    @Test
    void aCapacityWithoutRoomBesideTheContainersIsALoweredOne() {
        assertThat(of(TWO, TWO).loweredSince(of(TWO, TWO))).isTrue();
        assertThat(of(new Size(2, 3072), TWO).loweredSince(of(new Size(2, 3072), TWO)))
                .isFalse();
    }

    private static Reading of(Size capacity, Size allocated) {
        return new Reading(false, 1, capacity, allocated, new Size(0, 0));
    }
}
