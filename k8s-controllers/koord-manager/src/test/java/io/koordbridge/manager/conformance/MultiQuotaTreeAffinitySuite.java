package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.quota.topology.QuotaTreeNodes;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code manager/multi-quota-tree-affinity}: pods kept on the nodes of their quota tree. */
public final class MultiQuotaTreeAffinitySuite implements SuiteAdapter {

    private static final PodMutateSuite MUTATION = new PodMutateSuite();

    @Override
    public String suite() {
        return "manager/multi-quota-tree-affinity";
    }

    @Override
    public JsonNode run(JsonNode input) {
        QuotaTopology topology = ElasticQuotaMutateSuite.topology(input.path("elasticQuotas"));
        List<ElasticQuotaProfile> profiles = new ArrayList<>();
        input.path("elasticQuotaProfiles").forEach(one -> profiles.add(Json.as(one, ElasticQuotaProfile.class)));
        String namespace = input.at("/pod/metadata/namespace").asText();
        boolean on = input.at("/featureGates/MultiQuotaTree").asBoolean();
        return PodMutateSuite.mutate(
                input, quota -> on ? QuotaTreeNodes.selector(topology, profiles, quota, namespace) : Optional.empty());
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return MUTATION.difference(expect, actual);
    }
}
