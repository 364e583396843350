package io.koordbridge.copilot.http;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A program that sends one request without a body and prints the answer: what a container could do. */
public final class RawCall {
    private RawCall() {}

    /**
     * Asks.
     *
     * @param args socket, method and path
     */
    public static void main(String[] args) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(args[0])));
                OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            channel.write(ByteBuffer.wrap((args[1] + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8)));
            Channels.newInputStream(channel).transferTo(out);
        }
    }
}
