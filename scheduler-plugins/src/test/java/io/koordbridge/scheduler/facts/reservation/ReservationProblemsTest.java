package io.koordbridge.scheduler.facts.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Policy;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservationProblemsTest {

    private static final String GOOD =
            "{'template': {'spec': {}}, 'owners': [{'object': {'name': 'p'}}], 'ttl': '1h', 'allocatePolicy': ''}";

    private static ReservationFacts read(String change) throws IOException {
        ObjectNode spec = tree(GOOD);
        spec.setAll(tree(change));
        ObjectNode object = Json.MAPPER.createObjectNode();
        object.putObject("metadata").put("name", "r").put("uid", "u").put("creationTimestamp", "2026-01-01T00:00:00Z");
        object.set("spec", spec);
        return ReservationReader.read(Json.as(object, Reservation.class));
    }

    private static ObjectNode tree(String json) throws IOException {
        return (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
    }

    private static List<String> problems(String change) throws IOException {
        return read(change).problems();
    }

    @Test
    void anOrdinaryReservationHasNoProblem() throws IOException {
        assertThat(problems("{}")).isEmpty();
    }

    @Test
    void eachValueThatCannotBeUsedIsOneProblem() throws IOException {
        assertThat(problems("{'template': null}")).singleElement().asString().contains("spec.template is absent");
        assertThat(problems("{'owners': []}")).singleElement().asString().contains("spec.owners is empty");
        assertThat(problems("{'ttl': '0s'}")).singleElement().asString().contains("never ends");
        assertThat(problems("{'ttl': 'soon'}"))
                .singleElement()
                .asString()
                .contains("spec.ttl 'soon' counts as absent, allowed:");
        assertThat(problems("{'ttl': '-1h'}")).singleElement().asString().contains("spec.ttl '-1h'");
        assertThat(problems("{'expires': '2025-01-01T00:00:00Z'}"))
                .singleElement()
                .asString()
                .contains("is before the reservation was made");
        assertThat(problems("{'preAllocation': true}"))
                .singleElement()
                .asString()
                .contains("not supported");
        assertThat(problems("{'owners': [{'object': {'name': 'p'}, 'controller': {'name': 'c'}}]}"))
                .singleElement()
                .asString()
                .contains("spec.owners[0] names an object and a controller");
    }

    @Test
    void anOwnerThatCannotBeReadKeepsEveryPodOut() throws IOException {
        ReservationFacts read =
                read("{'owners': [{'labelSelector': {'matchExpressions': [{'key': 'a', 'operator': 'Near'}]}}]}");

        assertThat(read.problems()).singleElement().asString().contains("Near");
        assertThat(read.terms().ownersValid()).isFalse();
    }

    @Test
    void anUnknownPolicyIsTheStrictest() throws IOException {
        ReservationFacts read = read("{'allocatePolicy': 'Loose'}");

        assertThat(read.terms().policy()).isEqualTo(Policy.RESTRICTED);
        assertThat(read.problems()).singleElement().asString().contains("'Loose' counts as Restricted");
    }
}
