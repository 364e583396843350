package io.koordbridge.api.document.pod;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceWishReaderTest {

    private static Decoded<Map<String, DeviceHint>> hints(String text) {
        return DeviceWishReader.hints(text.replace('\'', '"'));
    }

    @Test
    void aHintSaysWhichDevicesOfATypeAndHowMany() {
        DeviceHint gpu = hints("{'gpu':{'Selector':{'matchLabels':{'model':'a','x':null}},'vfSelector':{},"
                        + "'allocateStrategy':'ApplyForAll','requiredTopologyScope':'PCIe','exclusivePolicy':'x','y':1},"
                        + "'none':null}")
                .orElse(Map.of())
                .get("gpu");

        assertThat(gpu)
                .isEqualTo(new DeviceHint(
                        new DeviceHint.Selector(Map.of("model", "a")),
                        new DeviceHint.Selector(Map.of()),
                        "ApplyForAll",
                        "PCIe",
                        "x"));
        assertThat(hints("{'rdma':{}}").orElse(Map.of()).get("rdma"))
                .isEqualTo(new DeviceHint(DeviceHint.Selector.ANY, null, "", "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "[]",
                "{'gpu':'all'}",
                "{'gpu':{'selector':[]}}",
                "{'gpu':{'selector':{'matchLabels':{'generation':5}}}}",
                "{'gpu':{'allocateStrategy':true}}",
                "{} x"
            })
    void aHintThatCannotBeReadIsAProblem(String text) {
        assertThat(hints(text).found()).isEmpty();
        assertThat(hints(text).problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null | absent",
                "{} | []",
                "{'deviceTypes':['gpu','rdma',null],'requiredScope':'SamePCIe'} | [gpu, rdma]SamePCIe",
                "{'DeviceTypes':['gpu','gpu']} | [gpu, gpu]",
                "{'deviceTypes':'gpu'} | bad",
                "{'deviceTypes':[7]} | bad",
                "{'requiredScope':7} | bad",
                "[] | bad",
            })
    void readsTypesThatBelongTogether(String text, String value) {
        Decoded<DeviceJoint> read = DeviceWishReader.joint(text.replace('\'', '"'));

        assertThat(read.found()
                        .map(joint -> joint.deviceTypes() + joint.requiredScope())
                        .orElse(read.isAbsent() ? "absent" : "bad"))
                .isEqualTo(value);
        assertThat(read.problems()).hasSize(value.equals("bad") ? 1 : 0);
    }

    @Test
    void noAnnotationIsNoWish() {
        assertThat(DeviceWishReader.hints(null).isAbsent()).isTrue();
        assertThat(DeviceWishReader.joint(null).isAbsent()).isTrue();
        assertThat(hints("null").isAbsent()).isTrue();
    }
}
