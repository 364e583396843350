package io.koordbridge.manager.quota.webhook;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.manager.quota.topology.QuotaInfo;
import io.koordbridge.manager.quota.topology.QuotaTopology;
import io.koordbridge.manager.quota.topology.QuotaView;
import io.koordbridge.manager.server.webhook.DebugView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Page {@code /elasticQuota}: the quota trees as this replica knows them. */
public final class QuotaPage implements DebugView {

    private final QuotaView view;

    public QuotaPage(QuotaView view) {
        this.view = view;
    }

    @Override
    public String path() {
        return "/elasticQuota";
    }

    @Override
    public String json() {
        QuotaTopology topology = view.topology();
        Map<String, Object> quotas = new TreeMap<>();
        topology.quotas().forEach(quota -> quotas.put(quota.name(), summary(quota)));
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("quotaInfoMap", quotas);
        page.put("quotaHierarchyInfo", topology.hierarchy());
        return AnnotationCodec.write(page);
    }

    private static Map<String, Object> summary(QuotaInfo quota) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("name", quota.name());
        summary.put("parentName", quota.parent());
        summary.put("isParent", quota.switches().isParent());
        summary.put("allowLentResource", quota.switches().allowLent());
        summary.put("max", quota.max().toQuantities());
        summary.put("min", quota.min().toQuantities());
        return summary;
    }
}
