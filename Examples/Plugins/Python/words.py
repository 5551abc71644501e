"""A plugin in Python, with the package `mcp` (2 or later): counts and replaces words in files."""
import os
import shutil
from typing import Annotated

from mcp.server.mcpserver import Context, Elicit, MCPServer, Resolve
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("words", version="1.0", log_level="WARNING")
File = Annotated[str, Field(description="The absolute path of a text file.", pattern="^/")]

class Counts(BaseModel):
    words: int
    files: dict[str, int] = Field(description="The words of each file.")

class Replaced(BaseModel):
    places: int

class Answer(BaseModel):
    replace: bool = Field(title="Replace them")

def text_of(file):
    try:
        with open(file, encoding="utf-8", newline="") as opened:
            return opened.read()
    except (OSError, ValueError) as error:
        raise ToolError(f"Can't read '{file}': {error}.") from None

@server.tool(annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False))
async def count_words(files: list[File], context: Context) -> Counts:
    """Counts the words of text files, and tells how far it is."""
    counts = {}
    for done, file in enumerate(files, 1):
        counts[file] = len(text_of(file).split())
        await context.report_progress(done, len(files), file)
    return Counts(words=sum(counts.values()), files=counts)

def ask(file: str, old: str, new: str) -> Elicit[Answer]:
    if not old or old not in (text := text_of(file)):
        raise ToolError(f"There is no '{old}' in '{file}'.")
    return Elicit(f"Replace '{old}' by '{new}' in '{file}' (places: {text.count(old)})?", Answer)

Asked = Annotated[Answer, Resolve(ask)]

@server.tool(annotations=ToolAnnotations(destructive_hint=True, open_world_hint=False))
def replace_words(file: File, old: str, new: str, answer: Asked) -> Replaced:
    """Replaces a text wherever it is in a file, once its user agrees."""
    if not answer.replace:
        raise ToolError("Nothing was replaced, as you wished.")
    text = text_of(file)
    changed = shutil.copy2(file, f"{file}.new")
    with open(changed, "w", encoding="utf-8", newline="") as opened:
        opened.write(text.replace(old, new))
    os.replace(changed, file)
    return Replaced(places=text.count(old))

server.run()
