package io.koordbridge.it.yarn;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Starts a stock NodeManager for each configuration file that is named, as Hadoop's own MiniYARNCluster does. */
public final class NodeManagersInOneJvm {
    private static final String NODE_MANAGER = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";

    private NodeManagersInOneJvm() {}

    public static void main(String[] files) throws ReflectiveOperationException {
        // Sources of metrics may have the same name then.
        DefaultMetricsSystem.setMiniClusterMode(true);
        List<String> all = Arrays.asList(files);
        for (String file : all) {
            Configuration configuration = new YarnConfiguration();
            configuration.addResource(new Path(file));
            Service nodeManager = Class.forName(NODE_MANAGER)
                    .asSubclass(Service.class)
                    .getDeclaredConstructor()
                    .newInstance();
            nodeManager.init(configuration);
            nodeManager.start();
            Runtime.getRuntime().addShutdownHook(new Thread(nodeManager::stop));
        }
    }
}
