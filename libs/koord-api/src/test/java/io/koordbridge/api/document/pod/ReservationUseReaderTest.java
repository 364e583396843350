package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReservationUseReaderTest {

    private static final String[] KEYS = {
        Annotations.POD_RESERVATION_AFFINITY,
        Annotations.POD_EXACT_MATCH_RESERVATION,
        Annotations.POD_RESERVATION_ALLOCATED,
        Annotations.RESERVATION_RESTRICTED_OPTIONS
    };

    /** With the same text in all of them. */
    private static Pod pod(String text) {
        PodBuilder pod = new PodBuilder().withNewMetadata().endMetadata();
        for (String key : KEYS) {
            pod.editMetadata().addToAnnotations(key, text.replace('\'', '"')).endMetadata();
        }
        return pod.build();
    }

    private static List<Decoded<?>> all(Pod pod) {
        return List.of(
                ReservationUseReader.affinity(pod),
                ReservationUseReader.exactMatch(pod),
                ReservationUseReader.allocated(pod),
                ReservationUseReader.restricted(pod));
    }

    /** The table of the reader: affinity; exact match; allocated; restricted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'x':1} | {}; []; /; []",
                "{'Name':'r','reservationSelector':{'a':'b','c':null}} | r{a=b}; []; r/; []",
                "{'uid':'u','name':null} | {}; []; /u; []",
                "{'resourceNames':['cpu','cpu',null]} | {}; [cpu, cpu]; /; []",
                "{'resources':['cpu']} | {}; []; /; [cpu]",
            })
    void readsWhatTheTableSays(String text, String value) {
        Pod pod = pod(text);
        ReservationAffinity affinity =
                Objects.requireNonNull(ReservationUseReader.affinity(pod).value());
        ReservationAllocated used =
                Objects.requireNonNull(ReservationUseReader.allocated(pod).value());

        assertThat(affinity.name() + affinity.reservationSelector() + "; "
                        + ReservationUseReader.exactMatch(pod).value() + "; " + used.name() + "/" + used.uid() + "; "
                        + ReservationUseReader.restricted(pod).value())
                .isEqualTo(value);
        assertThat(all(pod)).allMatch(Decoded::isGood);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{", "[]", "'r'", "{'name':5,'uid':5,'resourceNames':'cpu','resources':[7]}", "{} {}"})
    void whatCannotBeReadIsAProblem(String text) {
        assertThat(all(pod(text)))
                .allSatisfy(read -> assertThat(read.problems()).hasSize(1))
                .allSatisfy(read -> assertThat(read.found()).isEmpty());
    }

    @Test
    void absentAndJsonNullAreAbsent() {
        assertThat(all(pod("null"))).allMatch(Decoded::isAbsent);
        assertThat(all(new PodBuilder().withNewMetadata().endMetadata().build()))
                .allMatch(Decoded::isAbsent);
    }

    @Test
    void aHugeDocumentIsNotRead() {
        assertThat(all(pod("{'x':'" + "9".repeat(20_000) + "'}")))
                .allSatisfy(read -> assertThat(read.problems()).hasSize(1));
    }

    @Test
    void requiredTermsMayBeNone() {
        ReservationAffinity affinity = Objects.requireNonNull(
                ReservationUseReader.affinity(pod("{'requiredDuringSchedulingIgnoredDuringExecution':{}}"))
                        .value());

        assertThat(Objects.requireNonNull(affinity.requiredDuringSchedulingIgnoredDuringExecution())
                        .reservationSelectorTerms())
                .isEmpty();
        assertThat(affinity.reservationSelector()).isEqualTo(Map.of());
    }
}
