package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.answers.StatusAnswer;
import io.koordbridge.colo.answer.ApiReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnJudgeTest {
    private static final String SILENT =
            "ResourceManager of cluster default does not answer, leases stay as they are: refused";
    private static final String NO_UPDATES =
            "ResourceManager of cluster default answers, but takes no updates: user koord is no admin";

    private static ObjectNode recorded(String part) throws IOException {
        try (InputStream in = YarnJudgeTest.class.getResourceAsStream("/answers/healthy.json")) {
            return (ObjectNode) ApiReader.JSON.readTree(in).path(part);
        }
    }

    private static StatusAnswer status(String state, String... problems) throws IOException {
        ObjectNode document = recorded("status");
        document.putArray("clusters")
                .addObject()
                .put("id", "default")
                .put("resourceManager", "rm:8033")
                .put("state", state)
                .put("auth", "simple");
        var list = document.putArray("problems");
        List.of(problems).forEach(list::add);
        return ApiReader.JSON.treeToValue(document, StatusAnswer.class);
    }

    private static ResourceManagerFacts facts(
            String version, String authentication, String acl, String scheduler, String calculator) {
        return new ResourceManagerFacts("http://rm:8088", null, version, authentication, acl, scheduler, calculator);
    }

    @Test
    void believesTheOperator() throws Exception {
        assertThat(YarnJudge.operator(status("UP"), List.of())).hasSize(2).allMatch(each -> each.level() == Level.OK);
        assertThat(YarnJudge.operator(status("DOWN", SILENT), List.of()))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.level()).isEqualTo(Level.FAIL);
                    assertThat(each.detail()).contains("rm:8033", "refused");
                });
        assertThat(YarnJudge.operator(status("UP", NO_UPDATES), List.of()))
                .last()
                .satisfies(each -> {
                    assertThat(each.level()).isEqualTo(Level.FAIL);
                    assertThat(each.remedy()).contains("yarn.admin.acl");
                });
    }

    @Test
    void namesASettingOfTheResourceManagerThatDefeatsLeases() throws Exception {
        String memoryOnly = "ResourceManager of cluster default counts memory only, vcores do not limit anything";

        assertThat(YarnJudge.operator(status("UP", memoryOnly), List.of()))
                .last()
                .satisfies(each -> {
                    assertThat(each.level()).isEqualTo(Level.WARN);
                    assertThat(each.check()).isEqualTo("settings");
                    assertThat(each.detail()).isEqualTo(memoryOnly);
                });
    }

    @Test
    void suspectsACalculatorThatCountsMemoryOnly() throws Exception {
        ObjectNode document = recorded("nodes");
        ObjectNode node = (ObjectNode) document.path("nodes").get(0);
        node.put("state", "STEADY").put("rmVcores", 4).put("usedVcores", 5);
        NodesAnswer nodes = ApiReader.JSON.treeToValue(document, NodesAnswer.class);

        assertThat(YarnJudge.operator(status("UP"), nodes.nodes())).last().satisfies(each -> {
            assertThat(each.level()).isEqualTo(Level.WARN);
            assertThat(each.remedy()).contains("DominantResourceCalculator");
        });
    }

    @Test
    void warnsWithoutAnyCluster() throws Exception {
        ObjectNode document = recorded("status");
        document.putArray("clusters");

        assertThat(YarnJudge.operator(ApiReader.JSON.treeToValue(document, StatusAnswer.class), List.of()))
                .singleElement()
                .extracting(Finding::level)
                .isEqualTo(Level.WARN);
    }

    @Test
    void isWellWhenEachPartIs() {
        assertThat(YarnJudge.web(
                        facts("3.4.3", "simple", "yarn,koord ops", "capacityScheduler", "x.DominantResourceCalculator"),
                        "koord",
                        "simple"))
                .hasSize(4)
                .allMatch(each -> each.level() == Level.OK);
    }

    @ParameterizedTest
    @CsvSource({
        "2.10.2 simple * capacityScheduler DominantResourceCalculator, simple, Hadoop, FAIL",
        "3.1.4 simple * capacityScheduler DominantResourceCalculator, simple, Hadoop, FAIL",
        "3.6.0 simple * capacityScheduler DominantResourceCalculator, simple, Hadoop, WARN",
        "what simple * capacityScheduler DominantResourceCalculator, simple, Hadoop, WARN",
        "3.5.0 kerberos * capacityScheduler DominantResourceCalculator, simple, authentication, FAIL",
        "3.5.0 kerberos * capacityScheduler DominantResourceCalculator, '', authentication, WARN",
        "3.5.0 - * capacityScheduler DominantResourceCalculator, simple, authentication, WARN",
        "3.5.0 simple yarn capacityScheduler DominantResourceCalculator, simple, yarn.admin.acl, FAIL",
        "3.5.0 simple - capacityScheduler DominantResourceCalculator, simple, yarn.admin.acl, WARN",
        "3.5.0 simple * capacityScheduler DefaultResourceCalculator, simple, counts vcores, FAIL",
        "3.5.0 simple * capacityScheduler -, simple, counts vcores, WARN",
        "3.5.0 simple * fairScheduler -, simple, counts vcores, WARN",
    })
    void findsOneFault(String said, String operator, String check, Level level) {
        String[] words = said.replace("-", "").split(" ", -1);
        List<Finding> found = YarnJudge.web(facts(words[0], words[1], words[2], words[3], words[4]), "koord", operator);

        assertThat(found)
                .filteredOn(each -> each.level() != Level.OK)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.check()).isEqualTo(check);
                    assertThat(each.level()).isEqualTo(level);
                    assertThat(each.remedy()).isNotEmpty();
                });
    }

    @Test
    void cannotSayWhetherAnUnknownUserIsAllowed() {
        assertThat(YarnJudge.web(
                        facts("3.5.0", "simple", "yarn", "capacityScheduler", "DominantResourceCalculator"), "", ""))
                .filteredOn(each -> each.level() != Level.OK)
                .singleElement()
                .satisfies(each -> assertThat(each.detail()).contains("yarn", "not known"));
    }

    @Test
    void saysWhichAddressDoesNotAnswer() {
        assertThat(YarnJudge.web(ResourceManagerFacts.silent("http://rm:8088", "Connection refused"), "", ""))
                .singleElement()
                .satisfies(each -> assertThat(each.detail()).isEqualTo("http://rm:8088: Connection refused"));
    }
}
