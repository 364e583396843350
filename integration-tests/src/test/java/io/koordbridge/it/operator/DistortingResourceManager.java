package io.koordbridge.it.operator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesResponse;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/** Speaks a ResourceManager's protocol, asks the real one, and can change what it says of nodes. */
final class DistortingResourceManager implements AutoCloseable {
    private final ApplicationClientProtocol real;
    private final Server server;
    private volatile Consumer<NodeReport> distortion = report -> {};

    DistortingResourceManager(Map<String, String> clientProperties) {
        Configuration configuration = new YarnConfiguration(new Configuration(false));
        clientProperties.forEach(configuration::set);
        try {
            real = ClientRMProxy.createRMProxy(configuration, ApplicationClientProtocol.class);
            server = YarnRPC.create(configuration)
                    .getServer(
                            ApplicationClientProtocol.class,
                            standIn(),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            configuration,
                            null,
                            2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.start();
    }

    private Object standIn() {
        Class<?> protocol = ApplicationClientProtocol.class;
        return Proxy.newProxyInstance(
                protocol.getClassLoader(), new Class<?>[] {protocol}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(real, arguments);
                        if (answer instanceof GetClusterNodesResponse nodes) {
                            nodes.getNodeReports().forEach(distortion);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    InetSocketAddress address() {
        return server.getListenerAddress();
    }

    /** Changes each node report from now on. */
    void distorts(Consumer<NodeReport> how) {
        distortion = how;
    }

    void tellsTheTruth() {
        distortion = report -> {};
    }

    @Override
    public void close() {
        server.stop();
        RPC.stopProxy(real);
    }
}
