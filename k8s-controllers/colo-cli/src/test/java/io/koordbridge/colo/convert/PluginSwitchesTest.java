package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginSwitchesTest {

    private static Conversion plugins(String points) {
        return Configurations.converted(Configurations.profile("plugins: {" + points + "}"));
    }

    private static String config(String points) {
        return plugins(points).values().at("/scheduler/config").toString();
    }

    private static String missed(String points) {
        return String.join(
                " ",
                plugins(points).untranslated().stream().map(Untranslated::line).toList());
    }

    @Test
    void capabilitiesThatNoListNamesAreOff() {
        assertThat(
                        config(
                                "filter: {enabled: [{name: NodeNUMAResource}, {name: Reservation}]}, score: {enabled: [{name: NodeNUMAResource}]}"))
                .isEqualTo("{\"loadAware\":{\"enabled\":false},\"devices\":{\"enabled\":false},"
                        + "\"gang\":{\"enabled\":false},\"quota\":{\"enabled\":false}}");
        assertThat(missed("filter: {enabled: [{name: Reservation}]}"))
                .contains("without NodeNUMAResource", "cannot be switched off");
    }

    @Test
    void withoutAnyOfThemNothingIsSwitched() {
        assertThat(config("score: {enabled: [{name: ImageLocality}]}")).isEmpty();
    }

    @Test
    void multiPointEnablesEverywhereButWhereItIsDisabled() {
        String all =
                "multiPoint: {enabled: [{name: LoadAwareScheduling, weight: 3}, {name: NodeNUMAResource}, {name: DeviceShare},"
                        + " {name: Reservation}, {name: Coscheduling}, {name: ElasticQuota}]}";

        assertThat(config(all)).isEqualTo("{\"loadAware\":{\"weight\":3}}");
        assertThat(config(all + ", permit: {disabled: [{name: '*'}]}"))
                .isEqualTo("{\"gang\":{\"enabled\":false},\"loadAware\":{\"weight\":3}}");
        assertThat(config(all + ", score: {disabled: [{name: LoadAwareScheduling}]}"))
                .isEqualTo("{\"loadAware\":{\"weight\":0}}");
    }

    @Test
    void aFilterOfLoadCannotBeSwitchedOffBesideItsScore() {
        String points = "score: {enabled: [{name: LoadAwareScheduling, weight: 2}]}";

        assertThat(config(points)).contains("\"loadAware\":{\"weight\":2}");
        assertThat(missed(points))
                .contains("profiles[0].plugins.filter: \"without LoadAwareScheduling\"", "usageThresholds to 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "score: {enabled: [{name: DeviceShare, weight: 2}]} | DeviceShare, weight 2",
                "score: {enabled: [{name: Reservation, weight: 2}]} | Reservation, weight 2",
                "score: {enabled: [{name: TaintToleration, weight: 5}]} | TaintToleration, weight 5",
                "score: {disabled: [{name: ImageLocality}]} | stay on here",
                "filter: {disabled: [{name: '*'}]} | stay on here",
                "postFilter: {disabled: [{name: DefaultPreemption}]} | stay on here",
                "filter: {enabled: [{name: Ours}]} | No such plugin runs here",
                "sort: {enabled: [{name: Ours}]} | no rule for such an extension point",
            })
    void namesWhatIsFixedHere(String points, String words) {
        assertThat(missed(points)).contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "queueSort: {disabled: [{name: '*'}]}",
                "bind: {disabled: [{name: DefaultBinder}]}",
                "postFilter: {disabled: [{name: '*'}], enabled: [{name: DefaultPreemption}]}",
                "preBind: {enabled: [{name: DefaultPreBind}]}",
                "score: {disabled: [{name: NodeAffinity}], enabled: [{name: NodeAffinity, weight: 2}]}",
                "score: null",
                "score: {enabled: null}",
            })
    void whatIsTheSameHereIsNotNamed(String points) {
        assertThat(missed(points)).isEmpty();
    }

    @Test
    void scoresThatAreOffByDefaultHaveTheWeightOfTheirPlugin() {
        String all =
                "filter: {enabled: [{name: NodeNUMAResource}]}, score: {enabled: [{name: ScarceResourceAvoidance, weight: 7}]}";

        assertThat(config(all)).contains("\"scarce\":{\"weight\":7}").doesNotContain("fitPlus");
        assertThatThrownBy(() -> config("score: {enabled: [{name: NodeResourcesFitPlus, weight: 101}]}"))
                .hasMessage("weight of NodeResourcesFitPlus: 101 is not allowed, allowed: 0 to 100");
    }
}
