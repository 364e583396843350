package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YarnLeaseReaderTest {

    private static final YarnLease WHOLE = new YarnLease(
            "c",
            "nm-0:8041",
            "STEADY",
            new YarnResource(7L, 6144L, BigDecimal.valueOf(8)),
            new YarnResource(1L, 1024L),
            new YarnResource(2L, 2048L),
            12L,
            3L,
            "because",
            "2026-01-01T00:00:00Z");

    private static Decoded<YarnLease> read(String text) {
        return YarnLeaseReader.read(text.replace('\'', '"'));
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertThat(YarnLeaseReader.read(AnnotationCodec.write(WHOLE))).isEqualTo(Decoded.of(WHOLE));
    }

    @Test
    void noTextIsAbsent() {
        assertThat(YarnLeaseReader.read((String) null).isAbsent()).isTrue();
        assertThat(read("null").isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "7", "{'lease':[]}", "{'lease':{'vcores':'7'}}", "{'epoch':9223372036854775808}"})
    void whatHasAnotherShapeIsUnreadable(String text) {
        assertThat(read(text).value()).isNull();
        assertThat(read(text).problems())
                .extracting(WireProblem::document)
                .containsExactly(Annotations.NODE_YARN_LEASE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'vcores':7,'memoryMB':6144} | ''",
                "{'vcores':0,'memoryMB':0} | ''",
                "{'vcores':7,'memoryMB':6144,'vcoreRatio':1.5} | ''",
                "{'vcores':-1,'memoryMB':6144} | lease",
                "{'vcores':7} | lease",
                "{} | lease",
                "null | lease",
                "{'vcores':7,'memoryMB':6144,'vcoreRatio':0} | lease.vcoreRatio",
                "{'vcores':7,'memoryMB':6144,'vcoreRatio':-8} | lease.vcoreRatio",
                "{'vcores':7,'memoryMB':6144,'vcoreRatio':1000.1} | lease.vcoreRatio",
            },
            quoteCharacter = '"')
    void aWrongAmountIsTakenOut(String lease, String field) {
        Decoded<YarnLease> read = read("{'state':'STEADY','lease':" + lease + "}");
        YarnLease left = read.orElse(WHOLE);

        assertThat(left.state()).isEqualTo("STEADY");
        assertThat(left.lease() == null).isEqualTo("lease".equals(field));
        assertThat(read.problems())
                .extracting(WireProblem::field)
                .isEqualTo(field.equals("''") ? List.of() : List.of(field));
        if (field.endsWith("Ratio")) {
            assertThat(left.lease()).isEqualTo(new YarnResource(7L, 6144L));
        }
    }

    @Test
    void otherWrongPartsAreTakenOut() {
        Decoded<YarnLease> read = read("{'nodeId':'nm-0','lease':{'vcores':7,'memoryMB':1},'used':{'vcores':-1},"
                + "'lost':{'memoryMB':-1},'epoch':2}");

        assertThat(read.problems()).extracting(WireProblem::field).containsExactly("nodeId", "used", "lost");
        assertThat(read.orElse(WHOLE))
                .isEqualTo(new YarnLease(null, null, null, new YarnResource(7L, 1L), null, null, 2L, null, null, null));
    }

    @Test
    void aLeaseWithoutANodeManagerIsGood() {
        assertThat(read("{'nodeId':'','lease':{'vcores':0,'memoryMB':0},'later':[1]}")
                        .isGood())
                .isTrue();
    }
}
