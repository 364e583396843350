package io.koordbridge.yarnoperator.resourcemanager;

import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceResponse;

/** The two ports of a ResourceManager on which Hadoop's own server asks who calls. */
final class SecurePorts implements AutoCloseable {

    static final String NAME = "rm/localhost";

    private static final String PRINCIPAL = SmallRealm.principal(NAME);

    private final Map<String, String> callers = new ConcurrentHashMap<>();
    private final Server applications;
    private final Server administration;

    SecurePorts(Path keytab) throws Exception {
        Configuration configuration = new Configuration(false);
        configuration.addResource("core-default.xml");
        configuration.addResource("yarn-default.xml");
        configuration.set("hadoop.security.authentication", "kerberos");
        configuration.set("yarn.resourcemanager.principal", PRINCIPAL);
        UserGroupInformation.setConfiguration(configuration);
        UserGroupInformation.loginUserFromKeytab(PRINCIPAL, keytab.toString());
        applications = serve(ApplicationClientProtocol.class, configuration);
        administration = serve(ResourceManagerAdministrationProtocol.class, configuration);
    }

    private <T> Server serve(Class<T> protocol, Configuration configuration) {
        Object answers = Proxy.newProxyInstance(
                protocol.getClassLoader(), new Class<?>[] {protocol}, (proxy, method, arguments) -> {
                    callers.put(
                            method.getName(),
                            UserGroupInformation.getCurrentUser().getUserName());
                    return switch (method.getName()) {
                        case "getClusterNodes" -> GetClusterNodesResponse.newInstance(List.of());
                        case "updateNodeResource" -> UpdateNodeResourceResponse.newInstance();
                        default -> throw new YarnException("not here");
                    };
                });
        Server server = YarnRPC.create(configuration)
                .getServer(protocol, answers, new InetSocketAddress("localhost", 0), configuration, null, 1);
        server.start();
        return server;
    }

    /** What yarn-site.xml says of it. */
    Map<String, String> site() {
        return Map.of(
                "yarn.resourcemanager.address", "localhost:" + applications.getPort(),
                "yarn.resourcemanager.admin.address", "localhost:" + administration.getPort(),
                "yarn.resourcemanager.principal", PRINCIPAL);
    }

    /** Who called last, by method. */
    Map<String, String> callers() {
        return callers;
    }

    @Override
    public void close() {
        applications.stop();
        administration.stop();
    }
}
