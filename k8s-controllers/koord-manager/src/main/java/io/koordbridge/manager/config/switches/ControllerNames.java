package io.koordbridge.manager.config.switches;

import java.util.List;

/** Names of the controllers that can be switched off. */
public final class ControllerNames {

    public static final String NODE_METRIC = "nodemetric";
    public static final String NODE_SLO = "nodeslo";
    public static final String NODE_RESOURCE = "noderesource";
    public static final String QUOTA_PROFILE = "quotaprofile";
    public static final String COLOCATION_PROFILE = "colocationprofile";
    public static final List<String> ALL =
            List.of(NODE_METRIC, NODE_SLO, NODE_RESOURCE, QUOTA_PROFILE, COLOCATION_PROFILE);

    private ControllerNames() {}
}
