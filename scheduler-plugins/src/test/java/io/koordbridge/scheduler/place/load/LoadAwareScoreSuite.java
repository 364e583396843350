package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodShape;

/** Suite scheduler-numa/load-aware-score. */
public final class LoadAwareScoreSuite extends LoadAwareFilterSuite {

    @Override
    public String suite() {
        return "scheduler-numa/load-aware-score";
    }

    @Override
    void add(ObjectNode row, PodShape pod, NodeView node, LoadRules rules) {
        row.put("score", LoadScore.of(pod, node, rules));
    }
}
