package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservedCpusTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-3,2,7 | 5",
                "5-2 | 0",
                "0-4096 | 4097",
                "2147483647 | 1",
                "+1 | 1",
                "1-+3 | 3",
                "0--1 | 0",
                "007 | 1",
                "00000000000001-000000000000003 | 3"
            })
    void countsEachListedCpuOnce(String list, int count) {
        assertThat(ReservedCpus.count(list)).hasValue(count);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1,,2", ",", "-1", "1-", "1-2-3", "0-4097", "2147483648", "1 ", "a", "++1", "0x1", "99999999999"
            })
    void refusesWhatIsNoList(String list) {
        assertThat(ReservedCpus.count(list)).isEmpty();
    }
}
